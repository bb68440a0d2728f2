import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Maximum number of further headers. */
export const MAX_HEADERS = 20;
/** Maximum length of the value of one. */
export const MAX_HEADER_CHARS = 1_024;

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Visible characters of ASCII, and spaces between them. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Headers of the connection, the body and the signature, which are not a tenant's to set. */
const OWN =
	/^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|forwarded|date|user-agent|accept-encoding|cookie|x-request-id|proxy-.*|content-.*|webhook-.*|x-forwarded-.*)$/;

/**
 * Parses the further headers of a webhook; null: none. Names are lower case then.
 * @throws `validation_failed` naming `/headers`
 */
export function parseHeaders(
	headers: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> | null {
	if (headers === null) return null;
	const parsed = new Map<string, string>();
	for (const [name, value] of Object.entries(headers)) {
		const path = `/headers/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
		const key = name.toLowerCase();
		if (!NAME.test(name)) throw invalidMember(path, "invalid_format", "must be the name of a header");
		if (OWN.test(key))
			throw invalidMember(path, "not_allowed", "must not be a header of the connection or the signature");
		if (parsed.has(key)) throw invalidMember(path, "duplicate", "must not be set twice");
		if (value.length > MAX_HEADER_CHARS || !VALUE.test(value))
			throw invalidMember(
				path,
				"invalid_format",
				text("must be 1…{most} visible ASCII characters", { most: MAX_HEADER_CHARS }),
			);
		parsed.set(key, value);
	}
	return parsed.size === 0 ? null : Object.fromEntries(parsed);
}
