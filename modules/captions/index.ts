export {
	type Captions,
	type FeedMessage,
	feedTopic,
	type LiveSession,
	type Publisher,
	type PublisherEvent,
	type PublishOptions,
	type TrackOwner,
	type WireEvent,
} from "./ports.ts";
