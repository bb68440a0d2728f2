import { defineFacts } from "#platform/unit-of-work";
import { AutoJoined, PublishedDomain } from "./schemas.ts";

/** Facts about domains. */
export const facts = defineFacts("domain", {
	"domain.add": { event: "org.domain.added", payload: PublishedDomain, category: "organization" },
	"domain.update": { event: "org.domain.updated", payload: PublishedDomain, category: "organization" },
	"domain.claim": {
		event: null,
		because: "nothing is proved yet: a claim that was over is made again",
		category: "organization",
	},
	"domain.verify": { event: "org.domain.verified", payload: PublishedDomain, category: "organization" },
	"domain.vouch": {
		event: null,
		because: "the verification is announced; this says why a system administrator made it",
		category: "organization",
	},
	"domain.fail": { event: "org.domain.failed", payload: PublishedDomain, category: "organization" },
	"domain.lapse": { event: "org.domain.lapsed", payload: PublishedDomain, category: "organization" },
	"domain.conflict": { event: "org.domain.conflict", payload: PublishedDomain, category: "organization" },
	"domain.remove": { event: "org.domain.removed", payload: PublishedDomain, category: "organization" },
});

/** Facts about people who join by a domain. */
export const memberFacts = defineFacts("member", {
	"member.auto_join": { event: "org.member.auto_joined", payload: AutoJoined, category: "member" },
});
