import type { Product } from "#http/openapi/product";

const DESCRIPTION = `Meetings for many tenants: each organization has its own people, settings, retention and billing.

**Tokens.** Send the access token as \`Authorization: Bearer\`. Each operation names the scope it needs; a token is good for one organization.

**Answers.** A success is \`{status: "ok", message, data}\`, a list also has \`page\`. A failure is \`{status: "error", message, error, requestId}\`; \`error.code\` is stable, and \`x-error-codes\` lists those of an operation. \`Accept: application/problem+json\` gets the same as RFC 9457.

**Retries.** A POST with an \`Idempotency-Key\` can be repeated safely. \`error.retryable\` and \`Retry-After\` say when it is worth it.

**Versions.** A resource has an \`ETag\`: \`If-None-Match\` saves the transfer, \`If-Match\` prevents the lost update.

**Lists** are paged by \`limit\` and \`cursor\`; \`fields\` restricts an answer to the members asked for.`;

/** The product as presented by its OpenAPI document. */
export const PRODUCT: Product = {
	title: "Parley",
	summary: "The HTTP API of Parley, a meeting platform for many tenants.",
	description: DESCRIPTION,
	tokens: "An access token of this service (`POST /auth/login`), or of the OIDC provider it trusts.",
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
		exempt: "Also works while the organization is suspended or about to be deleted.",
	},
	errorExamples: {
		invalid_fields: { meta: { allowed: ["name", "orgType"] } },
		organization_suspended: { meta: { state: "suspended" } },
		conflict: { meta: { field: "slug" } },
		state_conflict: { meta: { state: "active" } },
		provider_not_configured: { meta: { variable: "OIDC_CLIENT_ID" } },
	},
};
