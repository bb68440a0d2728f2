import { type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** Creates a meeting in a new workspace of the largest organization, and returns the body that places a hold on it. */
async function newBody({ ask, giantPath, owner: { token } }: Subject) {
	const workspace = await ask({ method: "POST", path: `${giantPath}/workspaces`, token, body: { name: "Physics" } });
	const path = `/workspaces/${workspace.data.id}/meetings`;
	const body = { title: "Optics", scheduledStart: "2031-01-01T00:00:00Z" };
	const { data } = await ask({ method: "POST", path, token, body });
	return { name: "Doe v. School", meetingId: (data.meeting as { readonly id: string }).id };
}

/** Places holds on a meeting and returns their paths. */
async function place(subject: Subject, count: number): Promise<string[]> {
	const path = `${subject.giantPath}/legal-holds`;
	const body = await newBody(subject);
	const made = times(count, () => subject.ask({ method: "POST", path, token: subject.owner.token, body }));
	return (await Promise.all(made)).map(({ data }) => `${path}/${data.id}`);
}

const list = (variant: string, query: string): Case => ({
	operation: "listLegalHolds",
	variant,
	calls: ({ giantPath, owner }, count) =>
		times(count, () => ({ method: "GET", path: `${giantPath}/legal-holds?${query}`, token: owner.token })),
});

/** Places holds on single meetings or on everything, edits a title under each, and returns the paths of their former texts. */
async function edited(subject: Subject, body: object): Promise<string> {
	const { ask, giantPath, owner } = subject;
	const { name, meetingId } = await newBody(subject);
	const hold = { name, ...("scope" in body ? body : { meetingId }) };
	const { data } = await ask({ method: "POST", path: `${giantPath}/legal-holds`, token: owner.token, body: hold });
	for (let n = 0; n < 20; n++)
		await ask({ method: "PATCH", path: `/meetings/${meetingId}`, token: owner.token, body: { title: `Optics ${n}` } });
	return `${giantPath}/legal-holds/${data.id}/former-texts?limit=20`;
}

const formerTexts = (variant: string, body: object): Case => ({
	operation: "listFormerTexts",
	variant,
	async calls(subject, count) {
		const path = await edited(subject, body);
		return times(count, () => ({ method: "GET", path, token: subject.owner.token }));
	},
});

/** Operations on legal holds. */
export const LEGAL_HOLD_CASES: readonly Case[] = [
	{
		operation: "placeLegalHold",
		async calls(subject, count) {
			const body = await newBody(subject);
			const path = `${subject.giantPath}/legal-holds`;
			return times(count, () => ({ method: "POST", path, token: subject.owner.token, body }));
		},
	},
	{
		operation: "getLegalHold",
		async calls(subject, count) {
			const [path = ""] = await place(subject, 1);
			return times(count, () => ({ method: "GET", path, token: subject.owner.token }));
		},
	},
	{
		operation: "releaseLegalHold",
		most: 100,
		async calls(subject, count) {
			const paths = await place(subject, count);
			return paths.map((path) => ({ method: "POST", path: `${path}/release`, token: subject.owner.token, body: {} }));
		},
	},
	list("one page", "limit=20"),
	list("active", "limit=20&state=active"),
	formerTexts("of a meeting", {}),
	formerTexts("of a time range", { scope: "period", from: "2030-12-01T00:00:00Z" }),
];
