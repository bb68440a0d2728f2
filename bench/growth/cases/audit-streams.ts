import { type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** A stream to nowhere: nothing listens on that port. */
const BODY = { name: "SIEM", type: "syslog", host: "syslog.example.com", port: 6514 };

/** Deletes the streams there are, creates one, and returns its path. */
async function streamOf({ ask, giantPath, owner: { token } }: Subject): Promise<string> {
	const path = `${giantPath}/audit-streams`;
	const { data } = await ask({ method: "GET", path, token });
	for (const { id } of data as unknown as readonly { readonly id: string }[])
		await ask({ method: "DELETE", path: `${path}/${id}`, token });
	const made = await ask({ method: "POST", path, token, body: BODY });
	return `${path}/${made.data.id}`;
}

const onStream = (
	operation: string,
	method: string,
	rest: string,
	body?: (n: number) => object,
	most?: number,
): Case => ({
	operation,
	...(most !== undefined && { most }),
	async calls(subject, count) {
		const path = (await streamOf(subject)) + rest;
		return times(count, (n) => ({ method, path, token: subject.owner.token, ...(body && { body: body(n) }) }));
	},
});

/** Operations on audit streams, of which an organization has five at most. */
export const AUDIT_STREAM_CASES: readonly Case[] = [
	{
		operation: "createAuditStream",
		most: 4,
		async calls(subject, count) {
			await streamOf(subject);
			const { giantPath, owner } = subject;
			const path = `${giantPath}/audit-streams`;
			return times(count, () => ({ method: "POST", path, token: owner.token, body: BODY }));
		},
	},
	{
		operation: "listAuditStreams",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/audit-streams`, token: owner.token })),
	},
	onStream("getAuditStream", "GET", ""),
	onStream("updateAuditStream", "PATCH", "", (n) => ({ name: `SIEM ${n}` })),
	onStream("adoptAuditStream", "POST", "/adopt", () => ({})),
	onStream("testAuditStream", "POST", "/test", () => ({}), 5),
	onStream("deleteAuditStream", "DELETE", "", undefined, 1),
];
