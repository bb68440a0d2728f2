export type { Identity } from "./ports.ts";
export { type Addresses, type AddressesDeps, createAddresses, ownSession, type Proved } from "./service.ts";
