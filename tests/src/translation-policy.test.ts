import { describe, expect, test } from "bun:test";
import { createChatCompletions } from "#adapters/chat-completions";
import { createTranslationAdapters, type TranslationOptions } from "#adapters/translation/adapters";
import { chooseTranslator, isSameLanguage, likeness, type TranslationPolicy } from "#modules/engines/translators";

describe("a language", () => {
	test("of another region serves, one of another script or variant does not", () => {
		expect(likeness("es-MX", "es")).toBeGreaterThan(likeness("es-MX", "es-AR"));
		expect(likeness("pt-BR", "pt-BR")).toBeGreaterThan(likeness("pt-BR", "pt"));
		expect(likeness("zh-TW", "zh")).toBe(0);
		expect(likeness("ca", "ca-valencia")).toBe(0);
		expect(likeness("no", "nb")).toBeGreaterThan(0);
		expect(isSameLanguage("en-US", "en-GB")).toBe(true);
		expect(isSameLanguage("sr-Cyrl", "sr-Latn")).toBe(false);
		expect(isSameLanguage("und", "und")).toBe(false);
	});
});

describe("a policy", () => {
	const LOCAL = "http://127.0.0.1:5000";
	const POLICY: TranslationPolicy = { providers: [], allowExternal: false, languages: [] };
	const adapters = (url: string) =>
		createTranslationAdapters({
			provider: "libretranslate",
			url,
			apiKey: undefined,
			languageModel: createChatCompletions({ url: undefined, apiKey: undefined, model: undefined }),
		});

	test("keeps texts in the network, and admits engines and languages", () => {
		const unavailable = (policy: TranslationPolicy | null, url = LOCAL, to: string | null = "es-MX") =>
			"unavailable" in chooseTranslator(adapters(url), policy, to);

		expect(unavailable(POLICY)).toBe(false);
		expect(unavailable(POLICY, "https://translate.example.com")).toBe(true);
		expect(unavailable({ ...POLICY, allowExternal: true }, "https://translate.example.com")).toBe(false);
		expect(unavailable({ ...POLICY, providers: ["apertium"] })).toBe(true);
		expect(unavailable({ ...POLICY, languages: ["es"] })).toBe(false);
		expect(unavailable({ ...POLICY, languages: ["fr"] })).toBe(true);
	});

	test("of an installation without an engine names the variable to set", () => {
		const variableOf = (provider: TranslationOptions["provider"]) => {
			const languageModel = createChatCompletions({ url: undefined, apiKey: undefined, model: undefined });
			const found = chooseTranslator(
				createTranslationAdapters({ provider, url: undefined, apiKey: undefined, languageModel }),
				null,
				null,
			);
			return "unavailable" in found ? found.unavailable.variable : undefined;
		};

		expect(variableOf("none")).toBe("TRANSLATE_PROVIDER");
		expect(variableOf("apertium")).toBe("TRANSLATE_URL");
		expect(variableOf("libretranslate")).toBe("TRANSLATE_URL");
		expect(variableOf("openai")).toBe("LLM_URL");
	});
});
