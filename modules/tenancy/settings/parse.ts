import type { FieldErrors } from "#kernel/field-errors";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import type { SettingsPatch } from "./schemas.ts";

/**
 * Converts settings to their stored form; null members of a merge patch stay null.
 * @param fieldErrors collects the errors
 * @param path JSON Pointer of the settings
 */
export function parseSettings<S extends SettingsPatch>(settings: S, fieldErrors: FieldErrors, path: string): S {
	const { timezone, defaultLanguage } = settings;
	return {
		...settings,
		...(timezone != null && { timezone: fieldErrors.check(() => parseTimezone(timezone, `${path}/timezone`)) }),
		...(defaultLanguage != null && {
			defaultLanguage: fieldErrors.check(() => parseLanguageTag(defaultLanguage, `${path}/defaultLanguage`)),
		}),
	};
}
