export {
	type Outbound,
	OutboundError,
	type OutboundFault,
	type OutboundGet,
	type OutboundRequest,
	type OutboundResponse,
} from "./ports.ts";
export { newSigningSecret, retryAfterMs, signedHeaders } from "./standard-webhooks.ts";
