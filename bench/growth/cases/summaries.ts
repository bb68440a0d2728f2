import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const FILE = {
	language: "en",
	segments: times(20, (n) => ({
		startMs: n * 3_000,
		endMs: n * 3_000 + 2_500,
		text: `Item ${n} of the budget is due.`,
	})),
};

/** Imports a transcript into a new meeting each, whose summary is queued by itself, and returns the paths of the meetings. */
async function summarizedMeetings({ ask, giantPath, owner }: Subject, count: number): Promise<string[]> {
	const { token } = owner;
	const workspace = await ask({ method: "POST", path: `${giantPath}/workspaces`, token, body: { name: "Projects" } });
	const path = `/workspaces/${workspace.data.id}/meetings`;
	const made = times(count, async () => {
		const { data } = await ask({ method: "POST", path, token, body: { title: "Budget" } });
		const meetingPath = `/meetings/${(data.meeting as { readonly id: string }).id}`;
		await ask({ method: "PUT", path: `${meetingPath}/transcripts`, token, body: FILE });
		return meetingPath;
	});
	return Promise.all(made);
}

/** Adds an action item and returns its path. */
async function addItem({ ask, owner: { token } }: Subject, path: string): Promise<string> {
	const items = `${path}/action-items`;
	return `${items}/${(await ask({ method: "POST", path: items, token, body: { text: "Call." } })).data.id}`;
}

/** Makes calls on one meeting. */
const onOne = (operation: string, call: (meetingPath: string, itemPath: string) => Call, status?: number): Case => ({
	operation,
	...(status !== undefined && { status }),
	async calls(subject, count) {
		const [path = ""] = await summarizedMeetings(subject, 1);
		const itemPath = await addItem(subject, path);
		return times(count, () => ({ token: subject.owner.token, ...call(path, itemPath) }));
	},
});

/** Makes a call on a new meeting each. */
const onNew = (operation: string, call: (meetingPath: string, itemPath: string) => Call): Case => ({
	operation,
	most: 40,
	async calls(subject, count) {
		const paths = await summarizedMeetings(subject, count);
		const items = await Promise.all(paths.map((path) => addItem(subject, path)));
		return paths.map((path, at) => ({ token: subject.owner.token, ...call(path, items[at] ?? "") }));
	},
});

/** Operations on summaries and action items. Nothing is summarized: what is measured is what people wait for. */
export const SUMMARY_CASES: readonly Case[] = [
	onOne("getSummary", (path) => ({ method: "GET", path: `${path}/summary` })),
	// The way to the change of one that is made already.
	onOne("updateSummary", (path) => ({ method: "PATCH", path: `${path}/summary`, body: { overview: "Late." } }), 409),
	onOne("listActionItems", (path) => ({ method: "GET", path: `${path}/action-items` })),
	onOne("getActionItem", (_, path) => ({ method: "GET", path })),
	onNew("createSummary", (path) => ({ method: "POST", path: `${path}/summary`, body: { template: "standup" } })),
	onNew("createActionItem", (path) => ({ method: "POST", path: `${path}/action-items`, body: { text: "Call." } })),
	onNew("updateActionItem", (_, path) => ({ method: "PATCH", path, body: { status: "done" } })),
	onNew("deleteActionItem", (_, path) => ({ method: "DELETE", path })),
	onNew("deleteSummary", (path) => ({ method: "DELETE", path: `${path}/summary` })),
];
