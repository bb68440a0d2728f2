/** An address on the web, without the punctuation of the sentence around it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}])/;

/** What a person wrote; addresses on the web in it are links, which open beside the page and learn nothing of it. */
export const LinkedText = ({ text }: { text: string }) =>
	text.split(ADDRESS).map((part, at) =>
		at % 2 === 0 ? (
			part
		) : (
			<a key={`${at} ${part}`} className="link" href={part} target="_blank" rel="noopener noreferrer nofollow">
				{part}
			</a>
		),
	);
