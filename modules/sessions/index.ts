import type { Db } from "#db/store";
import { knownDevicesRepository, sessionsRepository } from "./repository.ts";

export { exampleTokens, signedIn } from "./documentation.ts";
export { notAMember } from "./errors.ts";
export { sessionsRepository } from "./repository.ts";
export { sessionsRoutes } from "./routes.ts";
export { DeviceInfo, type IssuedTokens, TokenDelivery, TokenResult, TokenUser } from "./schemas.ts";
export {
	createSessionsService,
	hashDeviceToken,
	requirePerson,
	type SessionsDeps,
	type SessionsService,
} from "./service.ts";
export type { Proof, SignIn } from "./sign-in.ts";
export { type Standing, standingOf, startSession } from "./standing.ts";

/** Forgets the devices a person signed in from: an account that changes hands. */
export const dropDevices = (tx: Db, userId: string): Promise<void> => knownDevicesRepository.removeOf(tx, userId);

/** Takes a purged organization out of every session. */
export const eraseFromSessions = (tx: Db, orgId: string): Promise<void> =>
	sessionsRepository.leaveOrganization(tx, orgId);
