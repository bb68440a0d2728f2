-- works with 0003_rooms_and_branding
ALTER TABLE `recordings` ADD `mix_of` text;