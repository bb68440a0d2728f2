import type { Scenario, ScenarioContext } from "./scenarios.ts";
import { summariesOf } from "./summaries.ts";

/** Makes the summary of a new meeting and returns the paths of it and of its first action item. */
async function summary({ api, owner }: ScenarioContext) {
	const summaries = summariesOf(api);
	const meetingId = await summaries.meeting(owner);
	await summaries.say(owner, meetingId);
	await summaries.made(owner, meetingId);
	const [item] = await summaries.items(owner, meetingId);
	return { path: summaries.path(meetingId), itemsPath: summaries.itemsPath(meetingId), item };
}

const act = ({ act: send, owner }: ScenarioContext, method: string, path: string, body?: unknown) =>
	send(method, path, { token: owner.token, ...(body !== undefined && { body }) });

/** Mutating operations on summaries and action items by `operationId`. */
export const SUMMARY_SCENARIOS: Readonly<Record<string, Scenario>> = {
	createSummary: {
		records: "summary.queue",
		run: async (world) => act(world, "POST", (await summary(world)).path, { template: "standup" }),
	},
	updateSummary: {
		records: "summary.update",
		run: async (world) => act(world, "PATCH", (await summary(world)).path, { overview: "It is delayed." }),
	},
	deleteSummary: {
		records: "summary.delete",
		run: async (world) => act(world, "DELETE", (await summary(world)).path),
	},
	createActionItem: {
		records: "action_item.create",
		run: async (world) => act(world, "POST", (await summary(world)).itemsPath, { text: "Book the room." }),
	},
	updateActionItem: {
		records: "action_item.update",
		async run(world) {
			const { itemsPath, item } = await summary(world);
			return act(world, "PATCH", `${itemsPath}/${item.id}`, { status: "done" });
		},
	},
	deleteActionItem: {
		records: "action_item.delete",
		async run(world) {
			const { itemsPath, item } = await summary(world);
			return act(world, "DELETE", `${itemsPath}/${item.id}`);
		},
	},
};

/** Scenarios, by name of the fact, for facts about summaries that no operation's regular scenario records. */
export const FURTHER_SUMMARY_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	"summary.publish": summary,
	async "summary.cancel"({ api, owner }) {
		const summaries = summariesOf(api);
		const meetingId = await summaries.meeting(owner);
		await summaries.say(owner, meetingId);
		const { jobId } = (await summaries.get(owner, meetingId)).body.data;
		await summaries.send(owner, "POST", `/jobs/${jobId}/cancel`, {});
	},
};
