export { exampleTokens } from "./documentation.ts";
export { type Actor, actingAs } from "./acting.ts";
export { notAMember, personsOnly } from "./errors.ts";
export { sessionsRepository } from "./repository.ts";
export { sessionsRoutes } from "./routes.ts";
export { DeviceInfo, type IssuedTokens, TokenDelivery, TokenResult, TokenUser } from "./schemas.ts";
export {
	createSessionsService,
	hashDeviceToken,
	requirePerson,
	type SessionsDeps,
	type SessionsService,
	type SignIn,
} from "./service.ts";
export { type Standing, standingOf, startSession } from "./standing.ts";
