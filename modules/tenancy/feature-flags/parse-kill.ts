import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";
import type { FlagDefinition, Killed } from "./definition.ts";
import type { KillFlagRequest } from "./schemas.ts";

/**
 * Returns what a killed flag is: off if it is on or off, otherwise its default, unless the request names another variant.
 * @throws `validation_failed`
 */
export function parseKill(
	{ variant, reason }: KillFlagRequest,
	{ type, variants, defaultVariant }: FlagDefinition,
): Pick<Killed, "variant" | "reason"> {
	const chosen = variant ?? (type === "boolean" ? "off" : defaultVariant);
	if (!Object.hasOwn(variants, chosen))
		throw invalidMember(
			"/variant",
			"invalid",
			text("must name a variant: {variants}", { variants: Object.keys(variants).join(", ") }),
		);
	return { variant: chosen, reason: reason?.trim() || null };
}
