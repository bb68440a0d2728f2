import type { DetailedError, Upload as TusUpload, UrlStorage } from "tus-js-client";
import type { Client } from "./client.ts";
import { type ErrorCode, ProblemError, unwrap } from "./errors.ts";
import type { components } from "./generated/operations.ts";

/** An upload, as the API describes it; `recordingId` is what it has become, unless it still waits (`waitingFor`). */
export type FinishedUpload = components["schemas"]["Upload"];

type Announcement = components["schemas"]["InitUploadRequestBody"];

/** Options of {@link uploadRecording}. */
export interface UploadOptions extends Omit<Announcement, "filename" | "contentType" | "size"> {
	/** Name of the file; default: that of a `File`. */
	readonly filename?: string;
	/** Media type; default: that of the file. */
	readonly contentType?: string;
	/** Called with what the service has acknowledged, and with what was sent meanwhile. The total of a stream is Infinity until its end. */
	readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
	/** Where unfinished uploads are remembered; default: localStorage in pages, nowhere else. In Node: `FileUrlStorage` of tus-js-client. */
	readonly storage?: UrlStorage;
	/** Bytes of one request; default 8 MiB, of a stream 64 KiB. */
	readonly chunkBytes?: number;
	/** Pauses between attempts, in ms. */
	readonly retryDelaysMs?: readonly number[];
}

const CHUNK_BYTES = 8 << 20;
/** Some seconds of speech: a stream is sent while it is recorded. */
const STREAM_CHUNK_BYTES = 64 << 10;
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

/**
 * Uploads a recording: it can be paused, survives lost connections, and continues after a reload if the same file is chosen
 * again. Requires the package tus-js-client.
 *
 * @example
 * const upload = uploadRecording(api, fileInput.files[0], { workspaceId, onProgress: (sent, total) => show(sent / total) });
 * pauseButton.onclick = () => upload.pause();
 * const { recordingId } = await upload.done;
 *
 * @example
 * // Node
 * const upload = uploadRecording(api, await openAsBlob("lesson.m4a"), { workspaceId, filename: "lesson.m4a" });
 *
 * @example
 * // While it is recorded: a track of one participant
 * uploadRecording(api, stream, { meetingId, participantId, captureId, startedAt: new Date(startedAtMs).toISOString() });
 * @param file in Node, `openAsBlob` of node:fs returns one; in Bun, `Bun.file`. A stream is uploaded as it comes. It is remembered
 * only in a `storage` that is given: an upload of the same bytes as a Blob with that storage then continues it
 */
export const uploadRecording = (
	api: Client,
	file: Blob | ReadableStream<Uint8Array>,
	options: UploadOptions,
): RecordingUpload => new RecordingUpload(api, file, options);

/** See {@link uploadRecording}. */
export class RecordingUpload {
	/**
	 * Resolves when the service has all of it: as a recording, or, if `waitingFor` says so, waiting for participants to consent;
	 * events tell how that ends (`upload.completed`, `upload.failed`). Rejects with ProblemError if the service refuses it, with
	 * the error of tus-js-client if it cannot be reached.
	 */
	readonly done: Promise<FinishedUpload>;
	readonly #api: Client;
	readonly #file: Blob | ReadableStream<Uint8Array>;
	readonly #options: UploadOptions;
	readonly #finished: Promise<void>;
	#finish!: () => void;
	#fail!: (error: Error) => void;
	readonly #started: Promise<TusUpload>;
	#isPaused = false;
	#wasThere = false;

	constructor(api: Client, file: Blob | ReadableStream<Uint8Array>, options: UploadOptions) {
		this.#api = api;
		this.#file = file;
		this.#options = options;
		this.#finished = new Promise((resolve, reject) => {
			this.#finish = resolve;
			this.#fail = reject;
		});
		this.#started = this.#prepare();
		this.done = this.#run();
	}

	/** Whether the service had all of it before; known once it is {@link done}. */
	get wasThere(): boolean {
		return this.#wasThere;
	}

	/** Stops sending until {@link resume}. What the service has acknowledged stays there. */
	async pause(): Promise<void> {
		this.#isPaused = true;
		await (await this.#started).abort();
	}

	/** Continues after {@link pause}. */
	async resume(): Promise<void> {
		if (!this.#isPaused) return;
		this.#isPaused = false;
		(await this.#started).start();
	}

	/** Gives it up, also at the service. `done` rejects. */
	async cancel(): Promise<void> {
		const upload = await this.#started;
		await upload.abort();
		if (upload.url !== null) {
			const path = { uploadId: idOf(upload.url) };
			const params = { path, header: { "Tus-Resumable": "1.0.0" as const } };
			await unwrap(this.#api.DELETE("/uploads/{uploadId}", { params }));
		}
		this.#fail(new DOMException("The upload was cancelled.", "AbortError"));
	}

	async #run(): Promise<FinishedUpload> {
		const upload = await this.#started;
		if (!this.#isPaused) upload.start();
		const path = { uploadId: idOf(upload.url ?? upload.options.uploadUrl ?? "") };
		try {
			await this.#finished;
		} catch (error) {
			if (!ProblemError.is(error)) throw error;
			return this.#outcome(path.uploadId, error);
		}
		return (await unwrap(this.#api.GET("/uploads/{uploadId}", { params: { path } }))).data;
	}

	/** Returns an upload that is finished although a request was refused: the answer of one before it was lost. */
	async #outcome(uploadId: string, refusal: ProblemError): Promise<FinishedUpload> {
		const asked = this.#api.GET("/uploads/{uploadId}", { params: { path: { uploadId } } });
		const answer = await asked.catch(() => null);
		const upload = answer?.data?.data;
		if (upload?.state === "finished") return upload;
		// An answer to HEAD has no body, which would say why.
		if (answer === null || refusal.requestId !== null) throw refusal;
		if (!answer.response.ok) throw ProblemError.of(answer.response.status, answer.error);
		if (!upload?.failure) throw refusal;
		throw new ProblemError({ status: refusal.status, code: upload.failure as ErrorCode, detail: refusal.message });
	}

	/** Finds an earlier attempt with the same file, or announces an upload. */
	async #prepare(): Promise<TusUpload> {
		// Loaded only now: programs that upload nothing do not need it.
		const { defaultOptions, Upload } = await import("tus-js-client");
		const source = this.#file instanceof Blob ? sourceOf(this.#file) : new StreamSource(this.#file);
		const isStream = source instanceof StreamSource;
		const { storage, retryDelaysMs = RETRY_DELAYS_MS, onProgress } = this.#options;
		const { chunkBytes = isStream ? STREAM_CHUNK_BYTES : CHUNK_BYTES } = this.#options;
		const { tokens } = this.#api.connection;
		let token: string | null = null;
		let isRenewed = false;
		// It is read by the source alone.
		const upload = new Upload(this.#file as Blob, {
			chunkSize: chunkBytes,
			uploadLengthDeferred: isStream,
			retryDelays: [...retryDelaysMs],
			fingerprint: async () => this.#fingerprint(),
			storeFingerprintForResuming: !isStream || storage !== undefined,
			removeFingerprintOnSuccess: true,
			urlStorage: storage ?? defaultOptions.urlStorage,
			fileReader: { openFile: async () => source },
			onProgress: onProgress
				? (sent, total: number | null) => onProgress(sent, total ?? Number.POSITIVE_INFINITY)
				: null,
			// An upload takes longer than a token is valid.
			onBeforeRequest: async (request) => {
				token = await tokens.token();
				if (token !== null) request.setHeader("Authorization", `Bearer ${token}`);
			},
			onAfterResponse: async (_request, response) => {
				isRenewed = response.getStatus() === 401 && token !== null && (await tokens.renew(token)) !== null;
			},
			onShouldRetry: (error) => isRenewed || isPassing(error),
			onError: (error) => this.#fail(problemOf(error)),
			onSuccess: () => this.#finish(),
		});
		const [previous] = isStream ? [] : await upload.findPreviousUploads();
		let known = previous?.uploadUrl ? await this.#findKnown(previous.uploadUrl) : null;
		if (previous && known) upload.resumeFromPreviousUpload(previous);
		else {
			const url = await this.#announce();
			upload.options.uploadUrl = url;
			// A track may have an upload that this page knows nothing of.
			if (!isStream && this.#options.trackId !== undefined) known = await this.#findKnown(url);
		}
		// It was a stream, which has ended meanwhile.
		if (known?.sizeBytes === null) upload.options.uploadLengthDeferred = true;
		this.#wasThere = known?.state === "finished" || known?.waitingFor !== undefined;
		return upload;
	}

	/** Finds an upload that goes on, or has arrived without anyone here being told. */
	async #findKnown(url: string): Promise<FinishedUpload | null> {
		const path = { uploadId: idOf(url) };
		const { data } = await this.#api.GET("/uploads/{uploadId}", { params: { path } });
		return data && ["open", "finishing", "finished"].includes(data.data.state) ? data.data : null;
	}

	/** Returns the address of a new upload, on the server that the client talks to. */
	async #announce(): Promise<string> {
		const { onProgress: _, storage: _s, chunkBytes: _c, retryDelaysMs: _r, filename, ...announced } = this.#options;
		const file = this.#file instanceof Blob ? this.#file : null;
		const body = {
			...announced,
			filename: filename ?? (file !== null && "name" in file ? String(file.name) : "recording"),
			contentType: announced.contentType || file?.type || "application/octet-stream",
			...(file !== null && { size: file.size }),
		};
		const { data } = await unwrap(this.#api.POST("/meetings/upload/init", { body }));
		return `${this.#api.connection.baseUrl}/uploads/${data.uploadId}`;
	}

	/** What tells that the same file is uploaded to the same place. */
	#fingerprint(): string {
		const { meetingId, workspaceId, filename } = this.#options;
		const file = this.#file as Partial<File>;
		const { baseUrl } = this.#api.connection;
		const name = filename ?? file.name;
		return ["parley", baseUrl, meetingId ?? workspaceId, name, file.size, file.lastModified].join(" ");
	}
}

const idOf = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";

/** Reads a Blob in any runtime; tus-js-client does so in browsers only. */
const sourceOf = (file: Blob) => ({
	size: file.size,
	async slice(start: number, end: number) {
		const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
		// tus-js-client asks for `size`, as Blobs have it.
		const value = Object.assign(bytes, { size: bytes.length });
		return { value, done: end >= file.size };
	},
	close: () => undefined,
});

/** Reads a stream for tus-js-client, and keeps what may have to be sent again. */
class StreamSource {
	/** Nobody asks for it: the length is told at the end. */
	readonly size = 0;
	readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
	#kept = new Uint8Array();
	#keptFrom = 0;
	#isOver = false;

	constructor(stream: ReadableStream<Uint8Array>) {
		this.#reader = stream.getReader();
	}

	async slice(start: number, end: number) {
		this.#kept = this.#kept.slice(start - this.#keptFrom);
		this.#keptFrom = start;
		while (!this.#isOver && this.#kept.length < end - start) await this.#readMore();
		const bytes = this.#kept.slice(0, end - start);
		const value = Object.assign(bytes, { size: bytes.length });
		return { value, done: this.#isOver && bytes.length === this.#kept.length };
	}

	async #readMore(): Promise<void> {
		const { value, done } = await this.#reader.read();
		this.#isOver = done;
		if (value === undefined) return;
		const joined = new Uint8Array(this.#kept.length + value.length);
		joined.set(this.#kept);
		joined.set(value, this.#kept.length);
		this.#kept = joined;
	}

	/** Called by tus-js-client at the end, and when it is paused, after which it is read again. */
	close(): void {}
}

/** Whether another attempt may succeed: 409 and 423 are about an earlier request that still runs. */
function isPassing({ originalResponse }: DetailedError): boolean {
	const status = originalResponse?.getStatus() ?? 0;
	const problem = originalResponse === null ? null : parse(status, originalResponse.getBody());
	if (problem?.is("upload_offset_mismatch", "upload_locked", "rate_limited")) return true;
	return status < 400 || status >= 500;
}

function problemOf(error: Error | DetailedError): Error {
	const response = "originalResponse" in error ? error.originalResponse : null;
	return response === null ? error : parse(response.getStatus(), response.getBody());
}

function parse(status: number, body: string): ProblemError {
	try {
		return ProblemError.of(status, JSON.parse(body));
	} catch {
		return ProblemError.of(status, null);
	}
}
