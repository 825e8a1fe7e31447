create table if not exists note (path varchar primary key, text varchar);
