-- Lua 5.1 as Redis embeds it. Constants that one of the scripts has no use for come with an include.
std = "lua51"
read_globals = {"redis", "cmsgpack", "struct", "KEYS", "ARGV"}
-- LuaScriptTest looks at the length of lines: rendered messages may be longer.
ignore = {"211/[A-Z_]+", "631"}
