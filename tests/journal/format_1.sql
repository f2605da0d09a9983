PRAGMA application_id = 0x776F7264;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE comforts (             -- what each seat has set for itself
    seat  INTEGER NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (seat, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "comforts" VALUES(3,'palette','orange-blue');
CREATE TABLE entries (              -- the log of each game, one row for each accepted action
    game   INTEGER NOT NULL REFERENCES games,
    number INTEGER NOT NULL,        -- from 1, without gaps
    entry  TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,1,'{"at":1,"player":"Ann","action":"secret","word":"SOLVE"}');
INSERT INTO "entries" VALUES(1,2,'{"at":2,"player":"Bob","action":"guess","word":"CRUMB"}');
INSERT INTO "entries" VALUES(1,3,'{"at":3,"player":"Cy","action":"guess","word":"SLOPE"}');
INSERT INTO "entries" VALUES(1,4,'{"at":4,"player":"Dot","action":"guess","word":"SOLVE"}');
INSERT INTO "entries" VALUES(1,5,'{"at":5,"player":"Bob","action":"guess","word":"SOLVE"}');
INSERT INTO "entries" VALUES(1,6,'{"at":6,"player":"Cy","action":"guess","word":"SOLVE"}');
INSERT INTO "entries" VALUES(2,1,'{"at":1,"player":"Ann","action":"secret","word":"SOLVE"}');
INSERT INTO "entries" VALUES(2,2,'{"at":2,"player":"Bob","action":"guess","word":"CRUMB"}');
CREATE TABLE games (
    id        INTEGER PRIMARY KEY,  -- in the order in which they began
    began     REAL NOT NULL,        -- by the wall clock, seconds since 1970
    ended     REAL,
    header    TEXT NOT NULL,        -- the save the game began with, without its clock and log
    clock     REAL NOT NULL,        -- how far the game's own time has come
    seats     TEXT NOT NULL,        -- who sits where: {"1": "Ann"}
    computers TEXT NOT NULL,        -- {"Robin": "fair"}
    result    TEXT                  -- how it ended; the newest game without one is still being played
) STRICT;
INSERT INTO "games" VALUES(1,1000.0,1000.0,'{"format":1,"dictionary":"en","hash":"567851174f8119174b144e2717c4d6cb2f98abb10a8fcf411b987bfd025f89b1","game":"party","players":["Ann","Bob","Cy","Dot"],"teams":null,"options":{"dictionary":"en","allow":[],"bar":[],"mode":"classic","timer":null,"pace":"free","check":"auto"},"seed":0,"began":0,"deck":null}',6.0,'{"1":"Ann","2":"Bob","3":"Cy"}','{"Dot":"fair"}','{"game":"party","scores":{"Ann":4,"Bob":7,"Cy":5},"winners":["Ann"],"rounds":3}');
INSERT INTO "games" VALUES(2,1000.0,NULL,'{"format":1,"dictionary":"en","hash":"567851174f8119174b144e2717c4d6cb2f98abb10a8fcf411b987bfd025f89b1","game":"party","players":["Ann","Bob","Cy","Dot"],"teams":null,"options":{"dictionary":"en","allow":[],"bar":[],"mode":"classic","timer":60,"pace":"free","check":"auto"},"seed":0,"began":0,"deck":null}',7.0,'{"1":"Ann","2":"Bob","3":"Cy"}','{"Dot":"fair"}',NULL);
CREATE TABLE house_words (          -- what this table has agreed on
    word    TEXT PRIMARY KEY,
    verdict TEXT NOT NULL CHECK (verdict IN ('allow', 'bar'))
) STRICT, WITHOUT ROWID;
INSERT INTO "house_words" VALUES('ZIZZY','allow');
CREATE TABLE names (                -- that were used at each seat
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    turn INTEGER NOT NULL,          -- the highest was used last
    PRIMARY KEY (seat, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "names" VALUES(1,'Ann',1);
INSERT INTO "names" VALUES(2,'Bob',2);
INSERT INTO "names" VALUES(2,'Cy',3);
COMMIT;
