import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { ScrollArea } from "../../ui/scroll-area.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { peopleTexts } from "./people-texts.ts";

type Meeting = Answer<"/meetings/{meetingId}">;

/** The button that opens what was written in the room of a meeting; others have no chat. */
export function Chat({ meeting }: { meeting: Meeting }) {
	const own = useOwnTexts(peopleTexts);
	const [isOpen, setIsOpen] = useState(false);
	const { source, conference, startedAt } = meeting;
	if (source !== "native" || conference.provider !== "parley" || startedAt === null) return null;
	return (
		<>
			<Button icon="chat" onClick={() => setIsOpen(true)}>
				{own.chat}
			</Button>
			{isOpen && <ChatDialog meeting={meeting} onClose={() => setIsOpen(false)} />}
		</>
	);
}

function ChatDialog({ meeting: { id: meetingId, state }, onClose }: { meeting: Meeting; onClose: () => void }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(peopleTexts);
	const pages = useInfiniteQuery({
		...readPages("/meetings/{meetingId}/chat", { path: { meetingId }, query: { limit: 200 } }),
		staleTime: 0,
	});
	const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
	const messages = data?.pages.flatMap((page) => page.data);
	return (
		<Dialog title={own.chat} {...(state === "live" && { lead: own.writtenInRoom })} onClose={onClose}>
			{error && !messages && <Failure error={error} onRetry={refetch} />}
			{!error && !messages && <Loading />}
			{messages?.length === 0 && <p>{own.noMessages}</p>}
			{messages && messages.length > 0 && (
				<ScrollArea className="messages" role="group" aria-label={own.chat}>
					<ol>
						{messages.map(({ id, senderName, text, sentAt }) => (
							<li key={id}>
								<strong>{senderName ?? own.noName}</strong> <time dateTime={sentAt}>{format.dateTime(sentAt)}</time>
								<p>
									<LinkedText text={text} />
								</p>
							</li>
						))}
					</ol>
					{hasNextPage && (
						<Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
							{t.common.more}
						</Button>
					)}
				</ScrollArea>
			)}
		</Dialog>
	);
}
