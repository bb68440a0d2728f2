/**
 * Keys, webhooks, audit streams and integrations outlive the membership of their maker (decision 082): a module
 * contributes `orphan`, by which what its maker could no longer make is flagged until another administrator adopts it.
 * What a credential has opened, and its tickets, end with the credential (`Principals.endOf`).
 */
export { orphaned } from "./errors.ts";
export { adoptedBy, orphanFew } from "./few.ts";
export { type MakerFilter, withMaker } from "./repository.ts";
export { MadeBy, MakerState, makerFilter } from "./schemas.ts";
