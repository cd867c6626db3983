/** Words of the scripts that a document is likely to be written in, chosen to show what their shaping does. */
export interface WordList {
  readonly name: string
  /** As layout passes them. */
  readonly script: string
  readonly direction: 'ltr' | 'rtl'
  readonly language: string
  readonly families: readonly string[]
  readonly words: readonly string[]
}

const LIBERATION = ['Liberation Sans', 'Liberation Serif', 'Liberation Mono']

function list(
  name: string,
  script: string,
  direction: 'ltr' | 'rtl',
  language: string,
  families: readonly string[],
  words: string,
): WordList {
  return { name, script, direction, language, families, words: words.trim().split(/\s+/) }
}

export const WORD_LISTS: readonly WordList[] = [
  list(
    'Latin',
    'latn',
    'ltr',
    'en',
    LIBERATION,
    `The quick brown fox jumps over the lazy dog office waffle fjord Tofu AVATAR Wolf To. Ya, P. L'Aquila T-shirt
     Straße Größe Übermut façade naïve œuvre cœur señor Łódź Żółw Çağrı ığdır İstanbul Ångström Þing smørrebrød
     1,234.56 (12%) 3/4 €99.90 A4/A5 x² H₂O “quoted” ‘it’s’ — – … e\u0301tude\u0301 n\u0303andu\u0301 o\u0308 fi ffl`,
  ),
  list(
    'Vietnamese',
    'latn',
    'ltr',
    'vi',
    LIBERATION,
    `Tiếng Việt Nguyễn Phượng đường quốc ngữ hoà bình ưu tiên Thừa Thiên Huế nghiêng khuya ngoằn ngoèo được những
     Tie\u0302\u0301ng Vie\u0323\u0302t Nguye\u0302\u0303n`,
  ),
  list(
    'Greek',
    'grek',
    'ltr',
    'el',
    LIBERATION,
    `Ξεσκεπάζω την ψυχοφθόρα βδελυγμία Αθήνα Ελλάδα τιμολόγιο λογαριασμός ΑΥΤΟΣ Τάκης ἀρχῇ ὁ λόγος ῥήτωρ ᾠδή 1.234,56€`,
  ),
  list(
    'Cyrillic',
    'cyrl',
    'ltr',
    'ru',
    LIBERATION,
    `Съешь же ещё этих мягких французских булок Счёт Москва ГОСТ Юрий Ёлка Його Україна їжак ґанок Љубљана Њива Ђорђе
     Ќерка Џеп и\u0306 е\u0308лка`,
  ),
  list(
    'Hebrew',
    'hebr',
    'rtl',
    'he',
    ['Noto Sans Hebrew', 'Liberation Sans'],
    `שלום עולם חשבונית מספר תאריך סכום ירושלים לצרכים עץ סוף שָׁלוֹם בְּרֵאשִׁית אֱלֹהִים הָאָרֶץ כׇּל`,
  ),
  list(
    'Arabic',
    'arab',
    'rtl',
    'ar',
    ['Noto Sans Arabic'],
    `مرحبا بالعالم فاتورة رقم المبلغ الإجمالي التاريخ شركة لا إله الله محمد الكتاب مدرسة سنة بيت أخ آلة مؤسسة شيء
     كُتُب مُحَمَّد السَّلَامُ عَلَيْكُمْ پارسی گچ ژاله یک ہے اردو لله ٢٠٢٦ ١٢٣`,
  ),
  list(
    'Devanagari',
    'deva',
    'ltr',
    'hi',
    ['Noto Sans Devanagari'],
    `नमस्ते दुनिया हिन्दी चालान संख्या कुल राशि क्षेत्र ज्ञान त्रिशूल श्री कृष्ण र्क कर्म प्रार्थना द्वारा विद्या शक्ति
     ट्रक राष्ट्र ड्रामा र्‍य क्‍ष ऋषि हृदय दुःख अँगूठी फ़ारसी ज़मीन पढ़ना किलोग्राम स्त्री मुद्रा लड़के निर्माण`,
  ),
  list(
    'Bengali',
    'beng',
    'ltr',
    'bn',
    ['Noto Sans Bengali'],
    `নমস্কার বিশ্ব বাংলা চালান সংখ্যা মোট কৃষ্ণ ক্ষেত্র জ্ঞান শ্রী কর্ম র‍্যাব উৎসব বৃহৎ দুঃখ চাঁদ কোম্পানি গৌরব রাষ্ট্র
     স্ত্রী প্রার্থনা ব্যবসা হৈচৈ যেখানে একটি`,
  ),
  list('Gujarati', 'gujr', 'ltr', 'gu', ['Noto Sans Gujarati'], `નમસ્તે વિશ્વ ગુજરાતી ક્ષેત્ર જ્ઞાન શ્રી કર્મ રાષ્ટ્ર કૃષ્ણ બિલ રકમ`),
  list('Gurmukhi', 'guru', 'ltr', 'pa', ['Noto Sans Gurmukhi'], `ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ ਪੰਜਾਬੀ ਦੁਨੀਆਂ ਰਕਮ ਬਿੱਲ ਪ੍ਰਧਾਨ ਕ੍ਰਿਪਾ`),
  list(
    'Tamil',
    'taml',
    'ltr',
    'ta',
    ['Noto Sans Tamil'],
    `வணக்கம் உலகம் தமிழ் நாடு விலைப்பட்டியல் மொத்தம் ஸ்ரீ கொடு கௌரவம் க்ஷ யானை போகிறேன் இலங்கை சென்னை`,
  ),
  list('Telugu', 'telu', 'ltr', 'te', ['Noto Sans Telugu'], `నమస్కారం ప్రపంచం తెలుగు క్షేత్రం జ్ఞానం శ్రీ రాష్ట్రం కృష్ణ మొత్తం బిల్లు`),
  list('Kannada', 'knda', 'ltr', 'kn', ['Noto Sans Kannada'], `ನಮಸ್ಕಾರ ಪ್ರಪಂಚ ಕನ್ನಡ ಕ್ಷೇತ್ರ ಜ್ಞಾನ ಶ್ರೀ ರಾಷ್ಟ್ರ ಕೃಷ್ಣ ಒಟ್ಟು ಕರ್ಮ`),
  list(
    'Malayalam',
    'mlym',
    'ltr',
    'ml',
    ['Noto Sans Malayalam'],
    `നമസ്കാരം ലോകം മലയാളം ക്ഷേത്രം ജ്ഞാനം ശ്രീ രാഷ്ട്രം കൃഷ്ണൻ ആകെ അവൾ കർമ്മം`,
  ),
  list(
    'Thai',
    'thai',
    'ltr',
    'th',
    ['Noto Sans Thai'],
    `สวัสดีชาวโลก ใบแจ้งหนี้ จำนวนเงิน น้ำ ที่ ผู้ใหญ่ กำลัง ป่า ปี่ ฟื้น ก็ เก้า ซื้อ ญี่ปุ่น ฐานะ ฎีกา ทั้งหมด ทำ ต่ำ ค่ำ`,
  ),
  list('Georgian', 'geor', 'ltr', 'ka', ['Noto Sans Georgian'], `გამარჯობა მსოფლიო საქართველო ინვოისი თანხა ᲗᲑᲘᲚᲘᲡᲘ`),
  list('Armenian', 'armn', 'ltr', 'hy', ['Noto Sans Armenian'], `Բարեւ աշխարհ Հայաստան հաշիվ գումար և մն մե մի վն մխ`),
]
