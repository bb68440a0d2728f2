import { Type } from "@sinclair/typebox";
import type { FieldErrors } from "#kernel/field-errors";
import { invalidMember } from "#kernel/field-errors";
import { parseDomain } from "#kernel/text";
import { text } from "#kernel/texts";
import { FREE_MAIL_DOMAINS } from "./free-mail-domains.ts";

/** A domain on the wire. */
export const DomainName = Type.String({ maxLength: 253, description: "A domain name.", examples: ["example.edu"] });

/** The e-mail domains whose users an organization admits. */
export const AllowedDomains = Type.Array(DomainName);

/** {@link AllowedDomains} in a request. */
export const AllowedDomainsRequest = Type.Array(DomainName, { maxItems: 50 });

/** Maximum length of a domain: the name of its record, `_parley-verify.` before it, must be one, too. */
const MAX_LENGTH = 253 - "_parley-verify.".length;

/**
 * Parses a domain that an organization may call its own into the form used in comparisons, see `parseDomain`: none under
 * which anybody can register names (`co.uk`, `github.io`), none where anybody gets an address (`gmail.com`).
 * @throws `validation_failed` naming `path`, with the code `invalid_domain`, `public_suffix` or `free_mail_domain`
 */
export function parseAllowedDomain(raw: string, path: string): string {
	const domain = parseDomain(raw, path);
	if (domain.length > MAX_LENGTH)
		throw invalidMember(
			path,
			"invalid_domain",
			text("must have at most {most} characters in ASCII", { most: MAX_LENGTH }),
		);
	// Loaded by the first domain: few requests have one.
	const { parse } = require("tldts") as typeof import("tldts");
	const { publicSuffix, domain: registered } = parse(domain, { allowPrivateDomains: true, validateHostname: false });
	if (publicSuffix === domain || registered === null)
		throw invalidMember(
			path,
			"public_suffix",
			"must be a domain of your own, not one under which others register theirs",
		);
	if (namesAbove(domain).some((name) => FREE_MAIL_DOMAINS.has(name)))
		throw invalidMember(path, "free_mail_domain", "must not be the domain of a public mail provider");
	return domain;
}

/** Returns a domain and the domains it is part of, itself first: `a.example.edu`, `example.edu`. */
export function namesAbove(domain: string): string[] {
	const labels = domain.split(".");
	return labels.slice(0, -1).map((_label, index) => labels.slice(index).join("."));
}

/**
 * Parses the domains of a list, see {@link parseAllowedDomain}.
 * @param fieldErrors collects the errors, including those of duplicates
 * @param path JSON Pointer of the list
 */
export function parseAllowedDomains(raw: readonly string[], fieldErrors: FieldErrors, path: string): string[] {
	const domains = raw.map((domain, n) => fieldErrors.check(() => parseAllowedDomain(domain, `${path}/${n}`)));
	for (const [n, domain] of domains.entries()) {
		const isRepeated = domain !== undefined && domains.indexOf(domain) < n;
		if (isRepeated) fieldErrors.add(`${path}/${n}`, "duplicate", "is already listed");
	}
	return domains;
}
