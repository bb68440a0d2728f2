import { assertManifest, type UnzippedFile, unzip } from "./archives.ts";
import type { Harness, SignedIn, TestResponse } from "./harness.ts";
import { isInProcess } from "./target.ts";

type By = Pick<SignedIn, "token" | "orgId">;

/** Requests about exports and erasures on behalf of people, for tests. */
export function privacyOf(api: Harness) {
	const path = ({ orgId }: Pick<By, "orgId">, rest: string) => `/orgs/${orgId}/privacy/${rest}`;
	const request = (by: By, subject: unknown): Promise<TestResponse> =>
		api.request("POST", path(by, "exports"), { token: by.token, body: { subject } });

	/** Waits until a resource is in one of these states, and returns it. */
	async function settled(by: By, rest: string, states: readonly string[]) {
		for (let tries = 0; ; tries++) {
			const { body } = await api.request("GET", path(by, rest), { token: by.token });
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
		ready: (by: By, id: string) => settled(by, `exports/${id}`, ["ready"]),

		/** Waits until an erasure is complete, and returns its receipt. */
		receiptOf: (by: By, id: string) => settled(by, `erasures/${id}`, ["completed"]),

		download: (by: By, id: string, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
			api.request("GET", path(by, `exports/${id}/content`), { token: by.token, headers }),

		/** Exports, and returns the files of the archive. */
		async exported(by: By, subject: unknown): Promise<ReadonlyMap<string, UnzippedFile>> {
			const requested = await request(by, subject);
			if (requested.status !== 201) throw new Error(`the export was refused: ${requested.text}`);
			const { id } = await this.ready(by, requested.body.data.id);
			return this.filesOf(by, id);
		},

		/** Downloads an export, and returns the files of the archive. */
		async filesOf(by: By, id: string): Promise<ReadonlyMap<string, UnzippedFile>> {
			const { bytes } = await this.download(by, id);
			const files = unzip(bytes);
			assertManifest(files);
			return files;
		},

		/** Erases a person, and returns the response. */
		erase: (by: By, { userId, email }: Pick<SignedIn, "userId" | "email">, more: Record<string, unknown> = {}) =>
			api.request("POST", path(by, "erasures"), { token: by.token, body: { userId, confirm: email, ...more } }),
	};
}

const QUEUES = ["privacy.export", "privacy.erase", "blobs.delete"];
