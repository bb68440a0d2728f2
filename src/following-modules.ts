import { createAuditStreamsModule } from "#modules/outbound/audit-streams";
import { createEventFeedModule } from "#modules/outbound/event-feed";
import { createWebhooksModule } from "#modules/outbound/webhooks";
import type { Contribution, Core } from "#platform/module";
import { VERSION } from "./version.ts";

/** Creates and wires the modules that tell others what happens in organizations. */
export function createFollowingModules(
	core: Core,
	deps: Parameters<typeof createEventFeedModule>[1],
): readonly Contribution[] {
	const feed = createEventFeedModule(core, deps);
	const { types, view } = feed;
	return [
		feed,
		createWebhooksModule(core, { facts: deps.facts, types, view, version: VERSION }),
		createAuditStreamsModule(core, { version: VERSION }),
	];
}
