export type { ClaimNames, ExternalAlgorithm, ExternalIssuer, TokensLog } from "./ports.ts";
export { EXTERNAL_ALGORITHMS } from "./ports.ts";
export { tokensRoutes } from "./routes.ts";
export { createTokensService, type TokensDeps, type TokensService } from "./service.ts";
export { ACCESS_TOKEN_SECONDS, MAX_TOKEN_CHARS, type TokenSubject, type VerifiedToken } from "./tokens.ts";
