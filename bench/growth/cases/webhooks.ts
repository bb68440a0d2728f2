import { type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const BODY = { url: "https://hooks.example.com/" };
/** Webhooks that are made for a round: an organization has at most 20. */
const MOST = 15;

const pathOf = ({ giantPath }: Subject): string => `${giantPath}/webhooks`;

/** Deletes all webhooks, then registers some and returns their paths. */
async function register(subject: Subject, count: number): Promise<string[]> {
	const { ask, owner } = subject;
	const { token } = owner;
	const found = await ask({ method: "GET", path: `${pathOf(subject)}?limit=20`, token });
	for (const { id } of found.data as unknown as readonly { readonly id: string }[])
		await ask({ method: "DELETE", path: `${pathOf(subject)}/${id}`, token });
	const made = times(count, () => ask({ method: "POST", path: pathOf(subject), token, body: BODY }));
	return (await Promise.all(made)).map(({ data }) => `${pathOf(subject)}/${data.id}`);
}

/** Returns the case of an operation on one webhook, which may be repeated. */
const onOne = (operation: string, method: string, rest = "", body?: object): Case => ({
	operation,
	async calls(subject, count) {
		const [path = ""] = await register(subject, 1);
		const { token } = subject.owner;
		return times(count, () => ({ method, path: path + rest, token, ...(body !== undefined && { body }) }));
	},
});

/** Returns the case of an operation on a delivery, which may be repeated. */
const onDelivery = (operation: string, method: string, rest = ""): Case => ({
	operation,
	async calls(subject, count) {
		const [path = ""] = await register(subject, 1);
		const { token } = subject.owner;
		const { data } = await subject.ask({ method: "POST", path: `${path}/test`, token, body: {} });
		const own = { method, path: `${path}/deliveries/${data.id}${rest}`, token };
		return times(count, () => ({ ...own, ...(method === "POST" && { body: {} }) }));
	},
});

/** Operations on webhooks. */
export const WEBHOOK_CASES: readonly Case[] = [
	{
		operation: "listEventTypes",
		calls: ({ owner }, count) =>
			times(count, () => ({ method: "GET", path: "/webhooks/event-types?fields=apiVersion", token: owner.token })),
	},
	{
		operation: "registerWebhook",
		most: MOST,
		async calls(subject, count) {
			await register(subject, 0);
			const { token } = subject.owner;
			return times(count, () => ({ method: "POST", path: pathOf(subject), token, body: BODY }));
		},
	},
	{
		operation: "deleteWebhook",
		most: MOST,
		async calls(subject, count) {
			const paths = await register(subject, count);
			return paths.map((path) => ({ method: "DELETE", path, token: subject.owner.token }));
		},
	},
	{
		operation: "listWebhooks",
		calls: (subject, count) =>
			times(count, () => ({ method: "GET", path: pathOf(subject), token: subject.owner.token })),
	},
	onOne("getWebhook", "GET"),
	{
		operation: "updateWebhook",
		async calls(subject, count) {
			const [path = ""] = await register(subject, 1);
			const { token } = subject.owner;
			return times(count, (n) => ({ method: "PATCH", path, token, body: { description: `Number ${n}` } }));
		},
	},
	onOne("rotateWebhookSecret", "POST", "/rotate-secret", {}),
	onOne("enableWebhook", "POST", "/enable", {}),
	onOne("adoptWebhook", "POST", "/adopt", {}),
	onOne("testWebhook", "POST", "/test", {}),
	onOne("replayWebhook", "POST", "/replay", { from: "2000-01-01T00:00:00Z", to: "2000-02-01T00:00:00Z" }),
	onOne("listWebhookDeliveries", "GET", "/deliveries?limit=20"),
	onDelivery("getWebhookDelivery", "GET"),
	onDelivery("redeliverWebhookDelivery", "POST", "/redeliver"),
];
