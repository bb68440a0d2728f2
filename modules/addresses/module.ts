import type { Contribution, Core, DropCredentials } from "#platform/module";
import { facts } from "./facts.ts";
import { type Addresses, createAddresses } from "./service.ts";

/** Whose an address is. @param dropCredentials every module's part in handing an account over */
export function createAddressesModule(
	{ store }: Core,
	deps: { readonly dropCredentials: DropCredentials },
): Contribution & { readonly service: Addresses } {
	return { service: createAddresses({ store, ...deps }), facts };
}
