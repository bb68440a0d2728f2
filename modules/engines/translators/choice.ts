import { type Message, text } from "#kernel/texts";
import { isSameLanguage } from "./languages.ts";
import type { MissingTranslator, TranslationAdapters, TranslationPolicy, Translator } from "./ports.ts";

const missing = (detail: Message, variable: string | null) => ({
	unavailable: { code: "provider_not_configured" as const, detail, variable },
});

/**
 * Chooses the engine for texts: that of the installation, if the policy admits it.
 * @param policy null: everything is allowed
 * @param to BCP 47; null while unknown
 */
export function chooseTranslator(
	adapters: TranslationAdapters,
	policy: TranslationPolicy | null,
	to: string | null,
): Translator | { readonly unavailable: MissingTranslator } {
	const { provider } = adapters;
	if (provider === "none")
		return missing("No translation engine is configured: set TRANSLATE_PROVIDER.", "TRANSLATE_PROVIDER");
	if (policy && policy.providers.length > 0 && !policy.providers.includes(provider))
		return missing(text("The organization's AI policy does not allow {provider}.", { provider }), null);
	if (policy && !admitsLanguage(policy, to))
		return missing(text("The organization's AI policy does not allow translations to {to}.", { to: String(to) }), null);
	const found = adapters.find(provider);
	if ("unavailable" in found) return found;
	if (policy && !policy.allowExternal && !found.info.runsLocally)
		return missing("The organization's AI policy does not allow text to leave this installation.", null);
	return found;
}

const admitsLanguage = ({ languages }: TranslationPolicy, to: string | null): boolean =>
	!languages?.length || to === null || languages.some((admitted) => isSameLanguage(admitted, to));
