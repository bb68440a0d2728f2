import { DAY_MS } from "#kernel/clock";
import { once } from "#kernel/once";
import type { EventTypes, EventView } from "#modules/outbound/event-feed";
import type { Contribution, Core } from "#platform/module";
import { API_VERSION } from "#platform/unit-of-work";
import { catalogueOf } from "./catalogue.ts";
import { createDeliveriesService } from "./deliveries-service.ts";
import { createDisablement } from "./disablement.ts";
import { facts } from "./facts.ts";
import { webhookMails } from "./mails.ts";
import { deleteOld } from "./repository/deliveries.ts";
import { sealedHeaders, sealedPreviousSecrets, sealedSecrets } from "./repository/webhooks.ts";
import { webhooksRoutes } from "./routes.ts";
import { aadOf, type SealedColumnName } from "./secrets.ts";
import { createSender } from "./sender.ts";
import { createWebhooksService } from "./service.ts";
import { createWebhookWorker } from "./worker.ts";

/** Time for which deliveries are kept, in ms. */
const KEPT_MS = 30 * DAY_MS;

export interface WebhooksDeps {
	/** Returns the types of events; called once all modules exist. */
	readonly types: () => EventTypes;
	/** Renders events as they are now. */
	readonly view: EventView;
	/** Version of the program. */
	readonly version: string;
}

/** Creates the module of webhooks: URLs to which the events of an organization are sent. */
export function createWebhooksModule(core: Core, deps: WebhooksDeps): Contribution {
	const { store, followers } = core;
	const send = createSender({ ...core, ...deps });
	followers.handle("webhook", createWebhookWorker({ ...core, send, disable: createDisablement(core) }));
	const webhooks = createWebhooksService({ ...core, ...deps });
	const sealed = (column: SealedColumnName) => ({
		aadOf: ({ orgId = "", id = "" }: Readonly<Record<string, string>>) => aadOf(column, { orgId, id }),
	});
	return {
		facts,
		mails: webhookMails,
		routes: webhooksRoutes({
			webhooks,
			deliveries: createDeliveriesService(core),
			catalogue: once(() => catalogueOf(core.contributions.facts, API_VERSION)),
		}),
		sealed: [
			{
				name: "secrets of webhooks",
				loss: "nothing is sent to their URLs until they are rotated",
				column: sealedSecrets,
				...sealed("secretSealed"),
			},
			{
				name: "previous secrets of webhooks",
				loss: "receivers that still use them refuse what is sent",
				column: sealedPreviousSecrets,
				...sealed("previousSecretSealed"),
			},
			{
				name: "headers of webhooks",
				loss: "requests lack them until they are set again",
				column: sealedHeaders,
				...sealed("headersSealed"),
			},
		],
		orphan: webhooks.orphan,
		cleanups: {
			hourly: [
				(inPortions, nowMs) =>
					inPortions((tx, limit) => deleteOld(store.acrossTenants.within(tx), nowMs - KEPT_MS, limit)),
			],
		},
		gauges: [
			{
				name: "webhook_turns_waiting",
				help: "Attempts to deliver that wait for a place in this process.",
				read: () => followers.load().waiting,
			},
			{
				name: "webhook_turns_running",
				help: "Attempts to deliver that this process is making.",
				read: () => followers.load().running,
			},
		],
	};
}
