import { FieldErrors } from "#kernel/field-errors";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import type { SettingsPatch } from "./schemas.ts";

/** Settings in the form they are kept in; null members stay null. @throws `validation_failed` with every field error */
export function parseSettingsPatch(patch: SettingsPatch): SettingsPatch {
	const fieldErrors = new FieldErrors();
	const parsed = readSettings(patch, fieldErrors, "");
	fieldErrors.throwIfAny();
	return parsed;
}

/**
 * Settings in the form they are kept in; null members of a merge patch stay null.
 * @param fieldErrors learns what is not valid
 * @param path JSON Pointer of the settings
 */
export function readSettings<S extends SettingsPatch>(settings: S, fieldErrors: FieldErrors, path: string): S {
	const { timezone, defaultLanguage } = settings;
	return {
		...settings,
		...(timezone != null && { timezone: fieldErrors.check(() => parseTimezone(timezone, `${path}/timezone`)) }),
		...(defaultLanguage != null && {
			defaultLanguage: fieldErrors.check(() => parseLanguageTag(defaultLanguage, `${path}/defaultLanguage`)),
		}),
	};
}
