export type { AddressMakers } from "./address-makers.ts";
export type { CaptionsModule } from "./module.ts";
export { finalStored } from "./moments.ts";
export {
	type Captions,
	type FeedMessage,
	feedTopic,
	type LiveSession,
	type Publisher,
	type PublisherEvent,
	type PublishOptions,
	type SessionKey,
	type StoredFinal,
	type TrackOwner,
	type TranslationLog,
	type WireEvent,
} from "./ports.ts";
