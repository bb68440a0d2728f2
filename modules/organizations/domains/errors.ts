import { AppError, type FieldError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";
import { MAX_DOMAINS_PER_REQUEST } from "./values.ts";

/** Returns the error for a domain that is not on the organization's list. */
export const domainNotFound = () => new AppError("not_found", "The organization has no such domain.");

/** Returns the error for a domain that another organization has proved. */
export const domainClaimed = (domain: string) =>
	new AppError("domain_claimed", "Another organization has verified this domain.", { meta: { domain } });

/** Returns the error for a way of joining that needs a proved domain. */
export const domainNotVerified = (state: string) =>
	new AppError("domain_not_verified", "Verify the domain first: people may join by it only then.", { meta: { state } });

/** Maximum number of texts that are shown of what was found, and of their characters. */
const MAX_FOUND = 10;
const MAX_FOUND_LENGTH = 255;

/** Returns the error for a record that is missing. @param found texts of the records that are there */
export const recordNotFound = (challenge: { name: string; value: string }, found: readonly string[]) =>
	new AppError(
		"dns_record_not_found",
		found.length === 0
			? "No TXT record was found; a new one can take a while to appear everywhere."
			: "TXT records were found, but none has the expected text.",
		{
			meta: {
				name: challenge.name,
				expected: challenge.value,
				found: found.slice(0, MAX_FOUND).map((text) => text.slice(0, MAX_FOUND_LENGTH)),
			},
		},
	);

/** Returns the error for DNS servers that do not answer. The cause is only logged. */
export const resolverFailed = (cause: unknown) =>
	new AppError("unavailable", "DNS could not be asked: try again shortly.", { cause, retryAfterSeconds: 30 });

/** Returns the error for somebody else than a system administrator who vouches for a domain. */
export const vouchingDenied = () =>
	new AppError("admin_required", "Only a system administrator may verify a domain without its record.", {
		meta: { field: "manual" },
	});

/** Returns the error for a system administrator who vouches for a domain and does not say why. */
export const reasonMissing = () => invalidMember("/reason", "required", "is required with manual");

/** Returns the error for a reason that has nothing to explain. */
export const reasonUnused = () => invalidMember("/reason", "not_allowed", "must be sent with manual only");

/** Returns the error for a request that names no domain, or names them in two ways. */
export const oneOfDomains = () => invalidMember("", "required", "must have exactly one of domain and domains");

/** Returns the error for a request with too many domains. */
export const tooManyDomains = () =>
	invalidMember("/domains", "too_many", text("must have at most {most} items", { most: MAX_DOMAINS_PER_REQUEST }));

/** Maximum number of domains of an organization. */
export const MAX_DOMAINS = 1_000;

/** Returns the error for an organization with as many domains as there may be. */
export const listFull = () =>
	new AppError(
		"conflict",
		text("An organization can have at most {most} domains: remove some first.", { most: MAX_DOMAINS }),
		{
			meta: { limit: MAX_DOMAINS },
		},
	);

const DOMAIN_CODES = ["invalid_domain", "public_suffix", "free_mail_domain"] as const;

/** Returns `validation_failed` for domains under the code that all its errors have, if it is one of those of domains. */
export function specificDomainError(error: AppError): AppError {
	const errors: readonly FieldError[] = error.fieldErrors ?? [];
	const code = DOMAIN_CODES.find((each) => errors.length > 0 && errors.every((fault) => fault.code === each));
	return code === undefined ? error : new AppError(code, error.text, { fieldErrors: [...errors] });
}

/** Returns the error for a role that requires `educationMode`. */
export const noSuchRole = (role: string) =>
	invalidMember("/defaultRole", "not_allowed", text("must be a role without educationMode: {role} needs it", { role }));

/** Returns the error for an address whose domain an organization does not allow. */
export const addressNotAllowed = (domain: string) =>
	new AppError(
		"email_domain_not_allowed",
		"The organization only admits addresses of its allowed domains: allow this one first, or invite a guest.",
		{ meta: { domain } },
	);

/** Returns the error for an organization that offers the caller nothing; the same for one that does not exist. */
export const notOffered = () => new AppError("not_found", "Your domain does not let you join this organization.");
