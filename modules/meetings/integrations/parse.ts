import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { isLoopback } from "#kernel/ip-address";
import { parseName } from "#kernel/text";
import { type Outbound, OutboundError } from "#platform/outbound";
import type { UpdateIntegrationRequest } from "./schemas.ts";

/**
 * Returns a request about an integration whose members are as they are stored. Of the addresses only that of the keys is
 * requested by this service: it must be a public one.
 * @throws `validation_failed`
 */
export function parseIntegration<R extends UpdateIntegrationRequest>(
	outbound: Pick<Outbound, "checkUrl">,
	request: R,
): R {
	const { name, issuer, authorizationEndpoint, jwksUri } = request;
	const errors = new FieldErrors();
	const parsed = {
		...request,
		...(name !== undefined && { name: errors.check(() => parseName(name, "/name")) }),
		// Not in its canonical form: tokens have it as the platform writes it.
		...(issuer !== undefined && { issuer: errors.check(() => parseAddress(issuer, "/issuer") && issuer) }),
		...(authorizationEndpoint !== undefined && {
			authorizationEndpoint: errors.check(() => parseAddress(authorizationEndpoint, "/authorizationEndpoint")),
		}),
		...(jwksUri !== undefined && { jwksUri: errors.check(() => parseJwksUri(outbound, jwksUri)) }),
	};
	errors.throwIfAny();
	return parsed;
}

/** Parses an address that browsers open, or that is a name only. */
function parseAddress(text: string, path: string): string {
	const url = /[\p{Cc}\s\\]/u.test(text) ? null : URL.parse(text);
	const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
	if (!url || !isSecure || url.username !== "" || url.password !== "" || url.href.includes("#"))
		throw invalidMember(
			path,
			"invalid_format",
			"must be an https URL without credentials and fragment; http is accepted on loopback only",
		);
	return url.href;
}

function parseJwksUri(outbound: Pick<Outbound, "checkUrl">, url: string): string {
	try {
		return outbound.checkUrl(url);
	} catch (error) {
		if (!(error instanceof OutboundError)) throw error;
		throw invalidMember("/jwksUri", error.fault, error.text);
	}
}
