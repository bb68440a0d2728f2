import type { Identity } from "#areas/identity";
import type { Core } from "#platform/module";
import { createAuditStreamsModule } from "./audit-streams/module.ts";
import { createChangesModule } from "./changes/module.ts";
import { createEventFeedModule } from "./event-feed/module.ts";
import { createNotificationsModule } from "./notifications/module.ts";
import { createWebhooksModule } from "./webhooks/module.ts";

interface OutboundDeps {
	/** Days for which events are kept. */
	readonly eventsDays: number;
	/** Of the program, as receivers see it. */
	readonly version: string;
}

/** Creates the modules that tell people and other systems what happens in organizations. */
export function createOutbound(
	core: Core,
	{ principals }: Pick<Identity, "principals">,
	{ eventsDays, version }: OutboundDeps,
) {
	const feed = createEventFeedModule(core, { identities: principals, eventsDays });
	const { types, view } = feed;
	return {
		modules: {
			eventFeed: feed,
			webhooks: createWebhooksModule(core, { types, view, version }),
			auditStreams: createAuditStreamsModule(core, { version }),
			changes: createChangesModule(core, { identities: principals, types }),
			notifications: createNotificationsModule(core, principals),
		},
	};
}
