import type { Identity } from "#areas/identity";
import { createAuditStreamsModule } from "#modules/outbound/audit-streams";
import { createEventFeedModule } from "#modules/outbound/event-feed";
import { createNotificationsModule } from "#modules/outbound/notifications";
import { createWebhooksModule } from "#modules/outbound/webhooks";
import type { Core } from "#platform/module";

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
			notifications: createNotificationsModule(core, principals),
		},
	};
}
