import type { Authenticator } from "../support/authenticator.ts";
import type { Harness, SignedIn, TestRequest, TestResponse } from "../support/harness.ts";
import type { Mailbox } from "../support/mailbox.ts";

/** Ids by the names of path parameters: `{ webhookId: "whk_…" }`. */
export type Ids = Readonly<Record<string, string>>;

/** Data of an answer, untyped for tests. */
type Data = TestResponse["body"];

/** An organization in which samples are performed, and the ids of what they have created there. */
export interface World {
	readonly api: Harness;
	readonly owner: SignedIn;
	/** Returns the id of a resource by the name that paths give it; what has none yet is created. */
	id(name: string): Promise<string>;
	/** Sets ids. */
	set(ids: Ids): void;
	/**
	 * Performs the sample of an operation and returns `data` of its answer.
	 * @param options `n`: how many were created before; `token`: of another caller
	 */
	create(operation: string, options?: { readonly n?: number; readonly token?: string }): Promise<Data>;
	/** Returns the request of the sample of an operation, after what it needs has been brought about. */
	request(
		operation: string,
		options?: { readonly n?: number; readonly token?: string },
	): Promise<readonly [method: string, path: string, options: TestRequest]>;
	/** Sends a request as the owner, or with another token, and returns `data` of its answer. @throws Error for a refusal */
	send(method: string, path: string, body?: unknown, token?: string): Promise<Data>;
}

/** A world in which one request is under test. */
export interface TestWorld extends World {
	/** The same application with a mail transport, whose mails arrive in `mailbox`. */
	readonly mailed: Harness;
	readonly mailbox: Mailbox;
	/** Opens a new authenticator in a browser, at the origin of `api`'s pages. */
	readonly openDevice: () => Promise<Authenticator>;
	/** Sends the request under test, with a request id by which its traces are found. */
	act(method: string, path: string, options?: TestRequest, on?: Harness): Promise<TestResponse>;
}

/** What differs from the request that the API document describes: its path, with created resources, and its example. */
export interface Request {
	/** Brings about what the request needs, and returns the ids of what is not created as usual. */
	readonly needs?: (world: World) => Promise<Ids | undefined>;
	/** Body in place of the example, or what returns it. `n`: how many were created before. */
	readonly body?: object | string | ((world: World, n: number) => unknown);
	/** `system`: the system administrator calls; default for what only they may call. `anonymous`: without a token. */
	readonly as?: "system" | "anonymous";
	readonly headers?: Readonly<Record<string, string>>;
	/** Query, without `?`. */
	readonly query?: string;
}

/** The successful request of an operation that changes something, and the fact it records. */
export type Sample = (
	| { readonly records: string }
	| {
			readonly records: null;
			/** Reason that nothing is recorded. */
			readonly because: string;
	  }
) &
	(Request | { readonly run: (world: TestWorld) => Promise<TestResponse> });

/** What a file of `tests/samples` may export; files are found by their place, no list names them. */
export interface SampleFile {
	/** Of operations that change something, by `operationId`. */
	readonly samples?: Readonly<Record<string, Sample>>;
	/** Requests of reads that differ from what the API document describes, by `operationId`. */
	readonly reads?: Readonly<Record<string, Request>>;
	/**
	 * Creates resources, by the name of their id in paths. Default: the operation that posts to the path before the id,
	 * whose answer has the `id`.
	 */
	readonly makers?: Readonly<Record<string, (world: World) => Promise<string>>>;
	/**
	 * Adds the n-th item to a list, by its `operationId`; default: the operation that posts to its path. Of another read:
	 * creates what it reads.
	 */
	readonly items?: Readonly<Record<string, (world: World, n: number) => Promise<unknown>>>;
	/** Brings about facts that the sample of no operation records, by name of the fact. */
	readonly further?: Readonly<Record<string, (world: TestWorld) => Promise<unknown>>>;
}

/** Returns a `needs` by which another administrator than the owner has created a resource. */
export const byAnotherAdmin =
	(operation: string, name: string) =>
	async (world: World): Promise<Ids> => {
		const { token } = await world.api.addMember(world.owner, "admin");
		return { [name]: (await world.create(operation, { token })).id };
	};

/** Returns a `needs` that performs the sample of another operation before. */
export const after =
	(operation: string) =>
	async ({ create }: World): Promise<undefined> =>
		void (await create(operation));
