/** Loaded by the first summary that reads dates. */
const chrono = () => require("chrono-node/en") as typeof import("chrono-node/en");

import type { Language } from "./language.ts";
import { opening, phrases, wordSet } from "./phrases.ts";

/** English. */
export const english: Language = {
	stopWords: wordSet(
		`a an the and or but if then so of to in on at for from by with about as is are was were be been being it its this that
		these those i you he she we they them us our your my his her their me him not no do does did done can could will would
		shall should may might must have has had having there here what which who whom when where how why all any some most more
		other than too very just also into over up out off let lets ok okay yes yeah yep well um uh er hmm good morning everyone
		thank thanks hello hi please i'm i'll i've i'd we'll we're we've we'd it's that's there's don't didn't doesn't isn't
		aren't wasn't can't couldn't won't wouldn't shouldn't you're you'll you've they're he's she's let's what's who's going
		got get gonna really actually basically kind sort like thing things lot bit maybe guess think know mean see say said
		right sure because while after before again now only even still much many own same such each both few between through
		during under until once one two`,
	),
	endings: /(?:ingly|edly|ings|ing|ies|ied|ed|es|s|ly)$/,
	abbreviations: /(?:^|\s)(?:mr|mrs|ms|dr|prof|st|vs|etc|no|approx|e\.g|i\.e|[A-Z])\.$/i,
	decided: phrases(
		`(?:we|it was|it's been|it has been|the team|the board|the committee|they|everybody|everyone|i)(?:'ve| have| has| had)?(?: all| now| finally| just)? (?:decided|agreed|approved|concluded|resolved|settled on|voted)|(?:the|our) decision (?:is|was)|(?:we're|we are|we'll|we will|let's) (?:going|go) with|it is decided|that's decided|motion (?:is )?(?:carried|passed)`,
	),
	undecided: phrases(
		`not|n't|haven't|hasn't|hadn't|didn't|never|nobody|if|whether|unless|until|once|before|should we|yet to|would have`,
	),
	promises: phrases(
		`i(?:'ll| will| shall| am going to|'m going to| need to| have to| must| can take| can do| can send| can prepare)|let me|leave (?:it|that|this) (?:to|with) me|i'm on it`,
	),
	idle: phrases(
		`(?:i(?:'ll| will| shall| need to| have to| must| am going to|'m going to)|let me) (?:not|never|be|just be|say|admit|see|think|tell you|ask|go|leave|start|begin|stop|repeat|explain|know|try and explain|go over|move on|add|point out|remind)|let me know|(?:can|could|would|will) you (?:hear|see|repeat|explain|tell|say|imagine|remember|believe)|please (?:go ahead|continue|welcome|note)|thank you`,
	),
	duties: `(?:(?:'ll| will| shall| needs? to| has to| have to| must| should| is going to| are going to| is to| agreed to| promised to| volunteered to)(?! (?:not|be|have|never|also be)(?![\\p{L}]))| takes care of| is responsible for| takes over)`,
	asks: phrases(
		`please|(?:can|could|would|will) you|don't forget to|remember to|make sure (?:to|that|you)|i need you to|i want you to|i'd like you to|you(?:'ll| will)? need to|you(?:'ll| will)? have to`,
	),
	needs: phrases(
		`(?:we|somebody|someone)(?:'ll| will)? (?:need|needs|have to|has to|must|should|ought to|are going to)|(?:has|have|needs?) to be (?:done|ready|finished|sent|decided|delivered|submitted)|is due|are due`,
	),
	tasks: phrases(`action items?|to-?dos?|follow-?up|homework|assignments?`),
	noNames: wordSet(
		`the this that these those it there they we you he she i our your my his her their its what who when where how why which
		everyone everybody someone somebody anyone anybody nobody people customers clients sales next please then so and but
		if monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
		october november december today tomorrow yesterday somebody something everything nothing one all some most many each
		students users members both others`,
	),
	answers: opening(
		`yes|yeah|yep|no|nope|sure|of course|absolutely|correct|exactly|right|i will|i'll|i can|i think|i did|we did|we have|because|it is|it's|that is|that's|they are|about|around|probably|maybe|good question|well`,
	),
	courtesies: phrases(
		`how are you|can you hear|can you see|can everybody|can everyone|is that ok|is that okay|does that make sense|any questions|right\\?|okay\\?|ok\\?|you know\\?|shall we (?:start|begin)|ready to start|anything else|isn't it|what's up`,
	),
	definition: phrases(
		`is (?:called|defined as|known as)|means that|that means|is (?:a|an|the) (?:kind|type|form|part|result|process|function|measure|set|number|method|law|way) of|refers to|consists of|by definition|for example|for instance|in other words`,
	),
	obstacle: phrases(
		`blocked|blocker|blocking|stuck|problem|problems|issue|issues|risk|risks|delay|delayed|late|fails?|failed|failing|broken|bug|bugs|waiting for|cannot|can't|unable|concern|concerned|shortage|overdue`,
	),
	progress: phrases(
		`yesterday|today|finished|completed|done with|shipped|released|merged|deployed|working on|worked on|started|continue|progress|will finish|next i`,
	),
	emphasis: phrases(
		`important|importantly|crucial|essential|key|goal|goals|main|remember|deadline|must|priority|budget|launch|plan|in summary|to sum up|the point is|result|results|conclusion|exam|test`,
	),
	noDates: phrases(`seconds?|minutes?|hours?|moment|last|ago|yesterday|previous|since`),
	within: phrases(`(?:by|before|until|till|in|during|for|no later than|end of|of)(?: the)?(?: end of)?$`),
	periods: [
		[phrases(`(?:the )?end of next week`), "next week"],
		[phrases(`(?:the )?end of (?:the|this) week|end of week|this week`), "week"],
		[phrases(`(?:by|before|until|for|sometime|during) next week`), "next week"],
		[phrases(`(?:the )?end of next month|(?:by|before|until|during) next month`), "next month"],
		[phrases(`(?:the )?end of (?:the|this) month|end of month|this month`), "month"],
		[phrases(`(?:the )?end of (?:the|this) quarter|this quarter`), "quarter"],
		[phrases(`(?:the )?end of (?:the|this) year|year's end|this year`), "year"],
	],
	dates: () => chrono().casual,
};

/** English of those who write the day before the month. */
export const britishEnglish: Language = { ...english, dates: () => chrono().GB };
