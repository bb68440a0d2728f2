/** Every table of the product, parents before children. */
export * from "./organizations.ts";
export * from "./organization-blocks.ts";
export * from "./organization-ledgers.ts";
export * from "./users.ts";
export * from "./memberships.ts";
export * from "./invitations.ts";
export * from "./sessions.ts";
export * from "./signing-keys.ts";
export * from "./events.ts";
export * from "./audit-entries.ts";
export * from "./jobs.ts";
export * from "./idempotency-keys.ts";
export * from "./service-state.ts";
