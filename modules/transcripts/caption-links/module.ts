import type { Principal } from "#kernel/principal";
import type { LiveAccessModule } from "#modules/meetings/live-access";
import type { AddressMakers } from "#modules/transcripts/captions";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createReaders, type Readers } from "./readers.ts";
import { captionLinksRoutes } from "./routes.ts";
import { createLinksService } from "./service.ts";

interface CaptionLinksModuleDeps {
	readonly makers: AddressMakers;
	/** The callers behind links; modules/identity/principals implements it. */
	readonly identities: { endOf(principal: Principal): number };
	readonly access: LiveAccessModule;
}

/** Creates the module of captions links: secret addresses at which people without an account read what is being said. */
export function createCaptionLinksModule(
	core: Core,
	{ makers, identities, access }: CaptionLinksModuleDeps,
): Contribution & { readonly readers: Readers } {
	const readers = createReaders({ ...core, makers, endOf: identities.endOf });
	return { facts, readers, routes: captionLinksRoutes(createLinksService({ ...core, makers, readers, access })) };
}
