export { notAMember } from "./errors.ts";
export { sessionsRepository } from "./repository.ts";
export { DeviceInfo, TokenResult, TokenUser } from "./schemas.ts";
export { createSessionsService, type SessionsDeps, type SessionsService, type SignIn } from "./service.ts";
export { type Standing, standingOf, startSession } from "./standing.ts";
