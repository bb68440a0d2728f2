export type { Identities } from "./identities.ts";
export type {
	AuthorizationChecks,
	AuthorizationResponse,
	IdentityProvider,
	SsoLog,
	VerifiedIdentity,
} from "./ports.ts";
export type { SsoService } from "./service.ts";
