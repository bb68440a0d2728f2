export { tokenExpired } from "./errors.ts";
export { type ExternalGrant, readGrant } from "./external-token.ts";
export type { ClaimNames, ExternalIssuer, TokensLog } from "./ports.ts";
export { createTokensService, type TokensService } from "./service.ts";
export { areSigningKeysOpened } from "./signing-keys.ts";
export { ACCESS_TOKEN_SECONDS, type GuestSubject, type TokenContents, type TokenSubject } from "./tokens.ts";
export type { VerifiedToken } from "./verified-token.ts";
