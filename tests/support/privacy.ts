import { assertManifest, type UnzippedFile, unzip } from "./archives.ts";
import type { OrgCaller } from "./client.ts";
import type { Harness, SignedIn, TestResponse } from "./harness.ts";
import { isInProcess } from "./target.ts";

/** Requests about exports and erasures on behalf of people, for tests. */
export function privacyOf(api: Harness) {
	const path = ({ orgId }: OrgCaller, rest: string) => `/orgs/${orgId}/privacy/${rest}`;
	const request = (by: OrgCaller, subject: unknown): Promise<TestResponse> => by.post(path(by, "exports"), { subject });

	/** Waits until a resource is in one of these states, and returns it. */
	async function settled(by: OrgCaller, rest: string, states: readonly string[]) {
		for (let tries = 0; ; tries++) {
			const { body } = await by.get(path(by, rest));
			if (states.includes(body.data.state)) return body.data;
			if (tries > 400) throw new Error(`${rest} stays ${body.data.state}`);
			if (isInProcess) {
				for (const queue of QUEUES) await api.parley.services.jobs.runDue(queue);
				// An erasure also waits for objects and for the search index.
				await api.parley.services.transcriptIndexer.indexDue();
				if (tries > 0) api.advanceMs(1_000);
			}
			await Bun.sleep(25);
		}
	}

	return {
		path,
		request,

		/** Waits until an export is ready, and returns it. */
		ready: (by: OrgCaller, id: string) => settled(by, `exports/${id}`, ["ready"]),

		/** Waits until an erasure is complete, and returns its receipt. */
		receiptOf: (by: OrgCaller, id: string) => settled(by, `erasures/${id}`, ["completed"]),

		download: (by: OrgCaller, id: string, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
			by.get(path(by, `exports/${id}/content`), { headers }),

		/** Exports, and returns the files of the archive. */
		async exported(by: OrgCaller, subject: unknown): Promise<ReadonlyMap<string, UnzippedFile>> {
			const requested = await request(by, subject);
			if (requested.status !== 201) throw new Error(`the export was refused: ${requested.text}`);
			const { id } = await this.ready(by, requested.body.data.id);
			return this.filesOf(by, id);
		},

		/** Downloads an export, and returns the files of the archive. */
		async filesOf(by: OrgCaller, id: string): Promise<ReadonlyMap<string, UnzippedFile>> {
			const { bytes } = await this.download(by, id);
			const files = unzip(bytes);
			assertManifest(files);
			return files;
		},

		/** Erases a person, and returns the response. */
		erase: (by: OrgCaller, { userId, email }: Pick<SignedIn, "userId" | "email">, more: Record<string, unknown> = {}) =>
			by.post(path(by, "erasures"), { userId, confirm: email, ...more }),
	};
}

const QUEUES = ["privacy.export", "privacy.erase", "blobs.delete"];
