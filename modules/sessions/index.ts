export { type Access, resolveAccess } from "./access.ts";
export type { SessionCookies } from "./cookies.ts";
export { authTag, exampleTokens, signedIn } from "./documentation.ts";
export { notAMember } from "./errors.ts";
export { EXAMPLE_SIGN_IN } from "./examples.ts";
export { facts as sessionFacts } from "./facts.ts";
export { createSessionsModule } from "./module.ts";
export { findSession } from "./repository.ts";
export { DeviceInfo, type IssuedTokens, TokenDelivery, TokenResult, TokenUser } from "./schemas.ts";
export {
	hashDeviceToken,
	requirePerson,
	type SessionsService,
} from "./service.ts";
export type { Proof, SignIn } from "./sign-in.ts";
