export { createAddressesModule } from "./module.ts";
export type { Identity } from "./ports.ts";
export { type Addresses, ownSession, type Proved } from "./service.ts";
