PRAGMA page_size = 4096;
PRAGMA application_id = 0x776F7264;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE rows (
    number INTEGER PRIMARY KEY,  -- in the order in which they were written
    sealed TEXT NOT NULL         -- with its own checksum; see seals.py
) STRICT;
INSERT INTO "rows" VALUES(1,'wt2 origin 1 3 0e31414f [1]');
INSERT INTO "rows" VALUES(2,'wt2 name 2 9 b47e15af [1,"Ann"]');
INSERT INTO "rows" VALUES(3,'wt2 name 3 9 0d79295d [2,"Bob"]');
INSERT INTO "rows" VALUES(4,'wt2 name 4 8 69219387 [2,"Cy"]');
INSERT INTO "rows" VALUES(5,'wt2 word 5 17 294e3e6a ["ZIZZY","allow"]');
INSERT INTO "rows" VALUES(6,'wt2 comfort 6 27 5fb37fda [3,"palette","orange-blue"]');
INSERT INTO "rows" VALUES(7,'wt2 game 7 366 c4997427 [1000.0,{"format":1,"dictionary":"en","hash":"567851174f8119174b144e2717c4d6cb2f98abb10a8fcf411b987bfd025f89b1","game":"party","players":["Ann","Bob","Cy","Dot"],"teams":null,"options":{"dictionary":"en","allow":[],"bar":[],"mode":"classic","timer":null,"pace":"free","check":"auto"},"seed":0,"began":0,"deck":null},6.0,{"1":"Ann","2":"Bob","3":"Cy"},{"Dot":"fair"}]');
INSERT INTO "rows" VALUES(8,'wt2 entry 8 62 d828fba1 [7,1,{"at":1,"player":"Ann","action":"secret","word":"SOLVE"}]');
INSERT INTO "rows" VALUES(9,'wt2 entry 9 61 6db1858e [7,2,{"at":2,"player":"Bob","action":"guess","word":"CRUMB"}]');
INSERT INTO "rows" VALUES(10,'wt2 entry 10 60 adbe7b7e [7,3,{"at":3,"player":"Cy","action":"guess","word":"SLOPE"}]');
INSERT INTO "rows" VALUES(11,'wt2 entry 11 61 962c2bd8 [7,4,{"at":4,"player":"Dot","action":"guess","word":"SOLVE"}]');
INSERT INTO "rows" VALUES(12,'wt2 entry 12 61 1a5e17b0 [7,5,{"at":5,"player":"Bob","action":"guess","word":"SOLVE"}]');
INSERT INTO "rows" VALUES(13,'wt2 entry 13 60 3175c254 [7,6,{"at":6,"player":"Cy","action":"guess","word":"SOLVE"}]');
INSERT INTO "rows" VALUES(14,'wt2 clock 14 7 51dcd147 [7,6.0]');
INSERT INTO "rows" VALUES(15,'wt2 result 15 92 7b115a9e [7,1000.0,{"game":"party","scores":{"Ann":4,"Bob":7,"Cy":5},"winners":["Ann"],"rounds":3},6]');
INSERT INTO "rows" VALUES(16,'wt2 game 16 364 7c6d1acb [1000.0,{"format":1,"dictionary":"en","hash":"567851174f8119174b144e2717c4d6cb2f98abb10a8fcf411b987bfd025f89b1","game":"party","players":["Ann","Bob","Cy","Dot"],"teams":null,"options":{"dictionary":"en","allow":[],"bar":[],"mode":"classic","timer":60,"pace":"free","check":"auto"},"seed":0,"began":0,"deck":null},7.0,{"1":"Ann","2":"Bob","3":"Cy"},{"Dot":"fair"}]');
INSERT INTO "rows" VALUES(17,'wt2 entry 17 63 da41e31d [16,1,{"at":1,"player":"Ann","action":"secret","word":"SOLVE"}]');
INSERT INTO "rows" VALUES(18,'wt2 entry 18 62 806fecd6 [16,2,{"at":2,"player":"Bob","action":"guess","word":"CRUMB"}]');
INSERT INTO "rows" VALUES(19,'wt2 clock 19 8 daf859f7 [16,7.0]');
COMMIT;
