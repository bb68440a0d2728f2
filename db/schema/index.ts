/** Every table of the product. */
export * from "./api-keys.ts";
export * from "./audit-entries.ts";
export * from "./credentials.ts";
export * from "./events.ts";
export * from "./failed-sign-ins.ts";
export * from "./idempotency-keys.ts";
export * from "./invitations.ts";
export * from "./jobs.ts";
export * from "./memberships.ts";
export * from "./organization-blocks.ts";
export * from "./organization-ledgers.ts";
export * from "./organizations.ts";
export * from "./service-state.ts";
export * from "./sessions.ts";
export * from "./signing-keys.ts";
export * from "./spent-refresh-tokens.ts";
export * from "./users.ts";
