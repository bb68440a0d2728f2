import type { Product } from "#http/openapi/product";

const DESCRIPTION = `Parley is a multi-tenant meeting platform: each organization has its own members, settings, retention and billing.

**Tokens.** Send the access token as \`Authorization: Bearer\`. Each operation names the scope it requires; a token is valid for one organization.

**Responses.** A success is \`{status: "ok", message, data}\`, lists also have \`page\`. A failure is \`{status: "error", message, error, requestId}\`; \`error.code\` is stable, and \`x-error-codes\` lists the codes of an operation. \`Accept: application/problem+json\` returns errors in the format of RFC 9457 (schema \`Problem\`). The texts of errors are in the language of \`Accept-Language\` (English, German, Spanish), otherwise in that of the caller's profile; codes, paths and \`meta\` never change.

**Retries.** A POST with an \`Idempotency-Key\` can be repeated safely, unless its description says that it takes no notice of the key. \`error.retryable\` says whether a retry can succeed, \`Retry-After\` when.

**Versions.** A resource has an \`ETag\`: \`If-None-Match\` avoids transferring it again, \`If-Match\` prevents lost updates.

**Lists** are paged by \`limit\` and \`cursor\`; \`fields\` restricts a response to the properties you ask for.`;

/** The product as presented by its OpenAPI document. */
export const PRODUCT: Product = {
	title: "Parley",
	summary: "The HTTP API of Parley, a multi-tenant meeting platform.",
	description: DESCRIPTION,
	tokens: "An access token of this service (`POST /auth/login`), or of the OIDC provider that it trusts.",
	tagOrder: [
		"Auth",
		"Passkeys",
		"Tokens",
		"Organizations",
		"Members",
		"API keys",
		"Meetings",
		"Configurations",
		"Status",
	],
	provisional: "password_change_required",
	closed: {
		code: "organization_suspended",
		exempt: "Also available while the organization is suspended or scheduled for deletion.",
	},
	errorExamples: {
		invalid_fields: { meta: { allowed: ["name", "orgType"] } },
		organization_suspended: { meta: { state: "suspended" } },
		conflict: { meta: { field: "slug" } },
		state_conflict: { meta: { state: "active" } },
		provider_not_configured: { meta: { variable: "OIDC_CLIENT_ID" } },
	},
};
