-- works with 0002_caption_links
ALTER TABLE `meetings` ADD `recording` text;