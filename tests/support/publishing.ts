import { findMeeting } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import type { LiveSession, Publisher, PublisherEvent, PublishOptions, TrackOwner } from "#modules/transcripts/captions";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import type { ReadFrame } from "./captions.ts";
import type { Harness, SignedIn } from "./harness.ts";
import { type ScriptedStream, scriptSpeech } from "./scripted-speech.ts";

/** Somebody who publishes audio in a test. */
export interface Published {
	readonly publisher: Publisher;
	readonly stream: ScriptedStream;
	readonly told: PublisherEvent[];
}

/** Returns so many ms of silence. */
export const audio = (ms: number) => new Uint8Array(ms * 32);

/** Returns the audio that was acknowledged to a publisher, in ms. */
export const acks = ({ told }: Published) => told.flatMap((event) => (event.type === "ack" ? [event.audioMs] : []));
/** Returns the codes of the errors that a publisher was told. */
export const errors = ({ told }: Published) => told.flatMap((event) => (event.type === "error" ? [event.code] : []));
/** Returns the texts of frames. */
export const textsOf = (frames: readonly ReadFrame[]) => frames.map(({ segment }) => segment.text as string);

/** Publishes audio to the same application with an engine that hears what the test says. */
export function publishing(api: Harness, owner: SignedIn) {
	const speech = scriptSpeech(api.deps.speech);
	const { services } = createParley({ ...api.deps, speech: speech.adapters, metrics: createMetrics() });
	const { captions } = services;

	return {
		speech,
		services,
		captions,

		/** Returns the session of a meeting. */
		async sessionOf({ id }: { readonly id: string }, by: SignedIn = owner): Promise<LiveSession> {
			const { principal } = systemContext("cli:test");
			return captions.session(await findMeeting(api.store.program.db, principal, by.orgId, id, "see"));
		},

		/** Opens a track. */
		async publish(
			session: LiveSession,
			who: TrackOwner = { label: "Ada" },
			options: Partial<PublishOptions> = {},
		): Promise<Published> {
			const told: PublisherEvent[] = [];
			const publisher = await captions.publish(session, who, {
				language: null,
				translateTo: [],
				interim: true,
				signal: new AbortController().signal,
				onEvent: (event) => void told.push(event),
				...options,
			});
			const stream = speech.streams.at(-1);
			if (stream === undefined) throw new Error("no stream was opened");
			return { publisher, stream, told };
		},
	};
}
