import type { UserRow } from "#db/schema";
import { FieldErrors } from "#kernel/field-errors";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import { parseEmail, parseHttpsUrl, parseName } from "#kernel/text";
import type { Passwords } from "#modules/identity/passwords";
import type { ProfileValues } from "#modules/identity/users";
import type { UpdateProfileRequest } from "./schemas.ts";

/** A parsed update of an account. */
export interface ProfileUpdate {
	readonly values: ProfileValues;
	readonly email: string | undefined;
	readonly newPassword: string | undefined;
}

/** Parses the patch of an account. @throws `validation_failed` naming every invalid member */
export function parseUpdate(
	request: UpdateProfileRequest,
	user: UserRow,
	passwords: Pick<Passwords, "assertAcceptable">,
): ProfileUpdate {
	const fieldErrors = new FieldErrors();
	const values: ProfileValues = {};
	const { name, locale, timezone, avatarUrl, email } = request;
	if (name !== undefined) values.name = fieldErrors.check(() => parseName(name, "/name"));
	if (locale !== undefined)
		values.locale = fieldErrors.check(() => (locale === null ? null : parseLanguageTag(locale, "/locale")));
	if (timezone !== undefined)
		values.timezone = fieldErrors.check(() => (timezone === null ? null : parseTimezone(timezone, "/timezone")));
	if (avatarUrl !== undefined)
		values.avatarUrl = fieldErrors.check(() => (avatarUrl === null ? null : parseHttpsUrl(avatarUrl, "/avatarUrl")));
	const address = email === undefined ? undefined : fieldErrors.check(() => parseEmail(email, "/email"));
	const newPassword = request.password?.new;
	const personal = [user.email, user.email.split("@")[0] ?? "", name ?? user.name];
	if (newPassword !== undefined)
		fieldErrors.check(() => passwords.assertAcceptable(newPassword, "/password/new", personal));
	fieldErrors.throwIfAny();
	return { values, email: address, newPassword };
}
