export { facts as addressFacts } from "./facts.ts";
export type { Identity } from "./ports.ts";
export { type Addresses, type AddressesDeps, createAddresses, ownSession, type Proved } from "./service.ts";
